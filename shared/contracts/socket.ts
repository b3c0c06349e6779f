/** What travels over the socket. Hints only: what they are about is fetched by the ordinary calls. */
export interface ServerEvents {
  /** The data behind these URLs, or behind all that begin so, has changed. */
  refresh(urls: string[]): void
}
