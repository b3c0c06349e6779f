// The ending of a name decides what a computer does with a download, so it follows what the file is.
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

const endings: Record<string, string> = {
  ...documentEndings,
  'image/webp': '.webp',
  'image/jpeg': '.jpg',
  'audio/webm': '.weba',
  'audio/ogg': '.ogg',
  'audio/mp4': '.m4a',
}

export const documentTypes = Object.keys(documentEndings)
export const documentNames = Object.values(documentEndings)

/** By its name alone, where a browser does not say; undefined: nothing that is taken. */
export function documentTypeOf(name: string): string | undefined {
  return documentTypes.find(type => name.toLowerCase().endsWith(documentEndings[type] ?? ' '))
}

/** Anything else nobody can start by a click. */
const endingOf = (contentType: string) => endings[contentType] ?? '.bin'

/** What of a name can be shown: no path, nothing invisible, not too long. */
export function tidyName(name: string): string {
  const plain = (name.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return Array.from(plain).slice(0, 120).join('')
}

/** A name to show and to save under, with the one ending that fits; also for what was stored with another. */
export function nameFor({ name, contentType }: { name: string; contentType: string }): string {
  const ending = endingOf(contentType)
  const endsRight = (text: string) => text.toLowerCase().endsWith(ending) && text.length > ending.length
  const whole = name.replace(/[.\s]+$/, '')
  const stem = endsRight(whole) ? whole : whole.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
  return endsRight(stem) ? stem : `${stem || 'fail'}${ending}`
}
