import { Ease, ReviewAnswer, ReviewRun, ReviewState, ReviewSummary } from './protocol';
import { t } from './words';

/**
 * The page that the panel shows. Content of notes is plain text. Before a card is revealed, the
 * page does not contain its note or its back.
 */
export interface Page {
  type: 'page';
  /**
   * A number that differs for every page. The user's answer contains the number of the page shown.
   */
  turn: number;
  card: PageCard | null;
  answers: ReviewAnswer[];
  done: number;
  total: number;
  canUndo: boolean;
  /** A message about the last step; empty if there is none. */
  notice: string;
  /** The reason why there is no card; empty if there is a card. */
  ending: string;
}

export interface PageCard {
  context: string;
  /** The front is empty if the back, once revealed, repeats it. The back is empty until then. */
  front: ReviewRun[];
  back: ReviewRun[];
  isRevealed: boolean;
  /** The note's title, and how often the card was answered; empty until revealed. */
  source: string;
  spoken: string;
}

const steps = ['reveal', 'undo', 'skip', 'suspend', 'edit', 'stop', 'restart'] as const;
export type Step = typeof steps[number];
const eases: readonly Ease[] = ['again', 'hard', 'good', 'easy'];

export type Wanted =
  | { type: 'ready' }
  | { type: 'step'; turn: number; step: Step }
  | { type: 'answer'; turn: number; ease: Ease };

/** Parses a message of the panel; undefined if it is not valid. */
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

export function page(state: ReviewState, turn: number, notice: string): Page {
  const { card, progress, answers, canUndo } = state;
  return {
    type: 'page', turn, answers, canUndo, notice,
    done: progress.done, total: progress.total,
    card: card && {
      context: card.context, isRevealed: card.back !== null,
      // The back of a cloze or a quote repeats its front.
      front: card.back !== null && card.kind !== 'question' ? [] : card.front,
      back: card.back ?? [],
      source: card.back === null ? '' : `${card.note.title} · ${card.history}`,
      spoken: `${card.context}. ${spoken(card.back ?? card.front)}`,
    },
    ending: card !== null ? ''
      : progress.total === 0 ? t('No cards to review.')
        : t('Done: {0}.', summaryWords(state.summary)),
  };
}

function spoken(runs: ReviewRun[]): string {
  return runs.map(({ text, style }) => style === 'blank' ? ' (blank) ' : text).join('');
}

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
