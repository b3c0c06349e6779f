import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'

const maxWidth = 300
const maxHeight = 360
const minWidth = 120

/** Size reserved for a file in a message before it has loaded, so that the message list does not shift. */
export function calculatePictureSize({ kind, width = 4, height = 3 }: AttachedFile) {
  if (kind !== 'image') return { width: 250, height: 52 }
  const shownWidth = Math.max(minWidth, Math.min(maxWidth, Math.round((maxHeight * width) / height)))
  // A very tall picture is cropped so that only its middle is shown.
  return { width: shownWidth, aspectRatio: `${width} / ${Math.min(height, 3 * width)}` }
}
