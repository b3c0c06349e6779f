// The ending of a name decides what a computer does with a download, so it follows what the file was found to be.
const office = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

const documentEndings: Record<string, string> = {
  'application/pdf': '.pdf',
  [`${office}.wordprocessingml.document`]: '.docx',
  [`${office}.spreadsheetml.sheet`]: '.xlsx',
  [`${office}.presentationml.presentation`]: '.pptx',
  [`${openDocument}.text`]: '.odt',
  [`${openDocument}.spreadsheet`]: '.ods',
  [`${openDocument}.presentation`]: '.odp',
}

export const documentTypes = Object.keys(documentEndings)

/** Images are all drawn anew as this; anything else nobody can start by a click. */
const endingOf = (contentType: string) =>
  contentType === 'image/webp' ? '.webp' : (documentEndings[contentType] ?? '.bin')

/** A name to show and to save under, with the one ending that fits; also for what was stored with another. */
export function nameFor({ name, contentType }: { name: string; contentType: string }): string {
  const ending = endingOf(contentType)
  const endsRight = (text: string) => text.toLowerCase().endsWith(ending) && text.length > ending.length
  const whole = name.replace(/[.\s]+$/, '')
  const stem = endsRight(whole) ? whole : whole.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
  return endsRight(stem) ? stem : `${stem || 'fail'}${ending}`
}

/** What of a sender's name can be shown: no path, nothing invisible. */
export function tidyName(filename: string): string {
  const plain = (filename.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return Array.from(plain).slice(0, 120).join('')
}
