import type { AttachedFile } from '#shared/e2ee/extra.ts'

const widest = 300
const highest = 360
const narrowest = 120

/** What a picture takes up before it is there, so that nothing moves when it comes. */
export function roomFor({ kind, width = 4, height = 3 }: AttachedFile) {
  if (kind !== 'image') return { width: 250, height: 52 }
  const shown = Math.max(narrowest, Math.min(widest, Math.round((highest * width) / height)))
  // Of what is very high only the middle is seen here.
  return { width: shown, aspectRatio: `${width} / ${Math.min(height, 3 * width)}` }
}
