/** Made by vite.config.ts: words separated by spaces, the most common first. */
declare module 'virtual:common-passwords' {
  const words: string
  export default words
}
