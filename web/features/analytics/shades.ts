/** The first number of each of the four shades above nothing; fewer where there are few to tell apart. */
export function shadesFor(highest: number): number[] {
  const starts = [0, 0.1, 0.3, 0.6].map(share => Math.floor(highest * share) + 1)
  return [...new Set(starts)].filter(start => start <= highest)
}

/** 0: none; otherwise the last shade that begins at or below it. */
export function shadeOf(count: number, starts: number[]): number {
  return starts.filter(start => start <= count).length
}
