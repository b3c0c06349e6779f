/** Returns the lowest member count of each shade on the world map, for up to four shades. */
export function computeMapShadeThresholds(highest: number): number[] {
  const starts = [0, 0.1, 0.3, 0.6].map(share => Math.floor(highest * share) + 1)
  return [...new Set(starts)].filter(start => start <= highest)
}

/** Returns the index of the shade for a country on the world map. Index 0 is for a country without members. */
export function getMapShadeIndex(count: number, starts: number[]): number {
  return starts.filter(start => start <= count).length
}
