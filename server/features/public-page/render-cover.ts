// The picture of an activity as messengers show it. Runs in a parser process (server/sandbox).
import sharp from 'sharp'

/** The size that messengers expect. They accept neither SVG nor large files. */
const size = { width: 1200, height: 630, fit: 'cover' as const }

/** Renders the cover as JPEG. */
export async function renderCover(content: Buffer): Promise<Uint8Array[]> {
  const cover = sharp(content, { density: 216 })
    .resize(size)
    .flatten({ background: '#fff' })
    .jpeg({ quality: 82, mozjpeg: true })
  return [await cover.toBuffer()]
}
