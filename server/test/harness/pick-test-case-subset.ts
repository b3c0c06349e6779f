/** True when tests run all their test cases. By default `npm test` runs only a part of the test cases. */
const runsAllCases = process.env.ALL_CASES === '1'

/**
 * Returns every n-th item, where n is `shares`. `round` selects the first item, so that `shares` rounds together cover
 * each item once. With ALL_CASES=1 returns all items.
 */
export function pickTestCaseSubset<Item>(items: Item[], round: number, shares: number): Item[] {
  return runsAllCases ? items : items.filter((_, index) => index % shares === round % shares)
}

/** Returns the number of random runs of a property test: `short` in `npm test`, and `all` with ALL_CASES=1. */
export const chooseNumberOfRuns = ({ short, all }: { short: number; all: number }) =>
  runsAllCases ? all : short
