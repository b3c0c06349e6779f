import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { fileText } from '#texts/chat-files.ts'

/**
 * Content of a message that consists only of a picture or a voice message. Readers see a label in their own language.
 */
const placeholders = { image: '📷', voice: '🎤' } as const

/** Builds the content of a chat message that consists of a file without a caption. */
export function buildFallbackFileCaption({ kind, name }: Pick<AttachedFile, 'kind' | 'name'>): string {
  return kind === 'document' ? `📄 ${name}` : placeholders[kind]
}

/**
 * Returns a message's text for quotes and previews. For a file without caption, a label says what kind of file it is.
 */
export function getMessagePreviewText(content: string, file?: AttachedFile): string {
  if (file?.hasWords) return content
  if (file?.kind === 'document') return fileText.stand.document({ name: file.name })
  if (file?.kind === 'image' || content === placeholders.image) return fileText.stand.image
  return file?.kind === 'voice' || content === placeholders.voice ? fileText.stand.voice : content
}
