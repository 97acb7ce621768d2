import { Ease, ReviewAnswer, ReviewRun, ReviewState, ReviewSummary } from './protocol';
import { t } from './words';

/**
 * The page for the panel to show. Content of notes in it is text, and of a card's note and of
 * its back there is nothing before they are revealed.
 */
export interface Page {
  type: 'page';
  /** Another number for every page. The user's answer names the one that was seen. */
  turn: number;
  card: PageCard | null;
  answers: ReviewAnswer[];
  done: number;
  total: number;
  canUndo: boolean;
  /** A sentence about the last step; otherwise empty. */
  notice: string;
  /** The reason why there is no card. */
  ending: string;
}

export interface PageCard {
  context: string;
  /** The question, and its answer; empty until revealed. */
  front: ReviewRun[];
  back: ReviewRun[];
  isRevealed: boolean;
  /** Where it is from and how often it was answered; empty until revealed. */
  source: string;
  /** The text for screen readers. */
  spoken: string;
}

/** Steps that the user takes, but for the answers. */
const steps = ['reveal', 'undo', 'skip', 'suspend', 'edit', 'stop', 'restart'] as const;
export type Step = typeof steps[number];
const eases: readonly Ease[] = ['again', 'hard', 'good', 'easy'];

/** The user's action, from the panel. */
export type Wanted =
  | { type: 'ready' }
  | { type: 'step'; turn: number; step: Step }
  | { type: 'answer'; turn: number; ease: Ease };

/** A message of the panel's, if it is one. */
export function wanted(message: unknown): Wanted | undefined {
  if (typeof message !== 'object' || message === null) {
    return undefined;
  }
  const { type, turn, step, ease } = message as Record<string, unknown>;
  if (type === 'ready') {
    return { type };
  } else if (typeof turn !== 'number') {
    return undefined;
  } else if (type === 'step') {
    const known = steps.find((name) => name === step);
    return known && { type, turn, step: known };
  } else if (type === 'answer') {
    const known = eases.find((name) => name === ease);
    return known && { type, turn, ease: known };
  }
  return undefined;
}

/** The page of a session as it is. */
export function page(state: ReviewState, turn: number, notice: string): Page {
  const { card, progress, answers, canUndo } = state;
  return {
    type: 'page', turn, answers, canUndo, notice,
    done: progress.done, total: progress.total,
    card: card && {
      context: card.context, isRevealed: card.back !== null,
      // A cloze and a quote have their text on both sides.
      front: card.back !== null && card.kind !== 'question' ? [] : card.front,
      back: card.back ?? [],
      source: card.back === null ? '' : `${card.note.title} · ${card.history}`,
      spoken: `${card.context}. ${spoken(card.back ?? card.front)}`,
    },
    ending: card !== null ? ''
      : progress.total === 0 ? t('Nothing is due here.')
        : t('Done: {0}.', summaryWords(state.summary)),
  };
}

/** A side as it is read out. */
function spoken(runs: ReviewRun[]): string {
  return runs.map(({ text, style }) => style === 'blank' ? ' (blank) ' : text).join('');
}

/** The page of a session that is no more. */
export function lostPage(turn: number, notice: string): Page {
  return {
    type: 'page', turn, card: null, answers: [], done: 0, total: 0, canUndo: false, notice,
    ending: t('The server no longer has this review. Recorded answers are kept; a card without a'
      + ' recorded answer is asked again.'),
  };
}

export function summaryWords(summary: ReviewSummary | undefined): string {
  const { answered, correct, incorrect } = summary ?? { answered: 0, correct: 0, incorrect: 0 };
  return t('{0} answered, {1} right, {2} wrong', answered, correct, incorrect);
}
