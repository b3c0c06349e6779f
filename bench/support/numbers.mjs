// Statistics for benchmark results.
export const computeMedian = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Returns a quantile. `ordered` must be sorted in ascending order; `share` is between 0 and 1. */
export const computePercentile = (ordered, share) => ordered[Math.floor((ordered.length - 1) * share)]
