// Renders the cover image of an activity for link previews. Runs in a sandboxed process (server/sandbox).
import sharp from 'sharp'

/** Size of cover images for link previews. Messengers accept neither SVG nor large files. */
const size = { width: 1200, height: 630, fit: 'cover' as const }

/** Renders an image or SVG as a JPEG cover image. */
export async function renderCover(content: Buffer): Promise<Uint8Array[]> {
  const cover = sharp(content, { density: 216 })
    .resize(size)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82, mozjpeg: true })
  return [await cover.toBuffer()]
}
