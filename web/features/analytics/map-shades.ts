/** Lower bounds of up to four map shades for countries with members. Small counts need fewer shades. */
export function computeMapShadeThresholds(highest: number): number[] {
  const starts = [0, 0.1, 0.3, 0.6].map(share => Math.floor(highest * share) + 1)
  return [...new Set(starts)].filter(start => start <= highest)
}

/** Index of the map shade for a number of members; 0 for a country without members. */
export function getMapShadeIndex(count: number, starts: number[]): number {
  return starts.filter(start => start <= count).length
}
