import ArgumentParser

@main
struct Commonplace: ParsableCommand {}
