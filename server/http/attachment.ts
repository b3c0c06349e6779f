import contentDisposition from 'content-disposition'

/** A header that saves under this name: a plain form for old programs, and the exact one where they differ. */
export function asAttachment(name: string): string {
  return contentDisposition(name, { fallback: name.replace(/[^\w.() -]/g, '_') })
}
