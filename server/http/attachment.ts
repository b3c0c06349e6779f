/** A header that saves under this name: the plain form for old programs, the exact one for the others. */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
