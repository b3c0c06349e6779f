// What the parts of a run found out, for one table at its end.
export const results = []

/**
 * `ratio`: of the measured against its reference, in the same run. `bar`: what it has to be, `{ atLeast }` or `{ atMost }`;
 * left out where there is none.
 */
export function record({ part, reference, ratio, bar, note }) {
  const isMet = !bar || (bar.atLeast === undefined ? ratio <= bar.atMost : ratio >= bar.atLeast)
  results.push({ part, reference, ratio: Number(ratio.toFixed(3)), bar, isMet, note })
}
