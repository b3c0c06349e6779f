const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const parts = /^[\p{Emoji}\p{Emoji_Component}]{1,32}$/u
const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[\d#*]\ufe0f?\u20e3/u

/** Whether the text is exactly one emoji. An emoji may consist of several code points. */
export function isEmoji(text: string): boolean {
  return parts.test(text) && picture.test(text) && [...graphemes.segment(text)].length === 1
}

/** Emoji offered as quick reactions under every chat message. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
