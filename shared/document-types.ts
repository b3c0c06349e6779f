// Content types of uploaded files and their file name extensions.
// The file name extension decides how a computer opens a download, so it is derived from the content type.
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
export const documentExtensions = Object.values(documentEndings)

/** Derives the content type from a file name. Returns undefined for types of documents that may not be uploaded. */
export function getDocumentContentType(name: string): string | undefined {
  return documentTypes.find(type => name.toLowerCase().endsWith(documentEndings[type] ?? ' '))
}

/** Returns the file name extension of a content type. Unknown types get `.bin`, which no operating system executes. */
const getFileExtension = (contentType: string) => endings[contentType] ?? '.bin'

/** Removes paths and invisible characters from a file name and limits it to 120 characters. */
export function sanitizeFileName(name: string): string {
  const cleaned = (name.normalize('NFC').split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return Array.from(cleaned).slice(0, 120).join('')
}

/** Builds the name of a file for display and download. Replaces an extension that contradicts the content type. */
export function replaceWrongFileExtension({
  name,
  contentType,
}: {
  name: string
  contentType: string
}): string {
  const ending = getFileExtension(contentType)
  const hasMatchingExtension = (text: string) =>
    text.toLowerCase().endsWith(ending) && text.length > ending.length
  const whole = name.replace(/[.\s]+$/, '')
  const stem = hasMatchingExtension(whole) ? whole : whole.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
  return hasMatchingExtension(stem) ? stem : `${stem || 'file'}${ending}`
}
