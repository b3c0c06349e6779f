import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { fileText } from '#texts/chat-files.ts'

/** Content of a message that consists of a picture or voice message only. It has no words, because readers choose their language. */
const placeholders = { image: '📷', voice: '🎤' } as const

/** Builds the content of a message without caption. */
export function buildFilePlaceholder({ kind, name }: Pick<AttachedFile, 'kind' | 'name'>): string {
  return kind === 'document' ? `📄 ${name}` : placeholders[kind]
}

/** Returns the text of a message for quotes and previews. Without its file, the placeholder tells the kind of the file. */
export function getMessageText(content: string, file?: AttachedFile): string {
  if (file?.hasWords) return content
  if (file?.kind === 'document') return fileText.stand.document({ name: file.name })
  if (file?.kind === 'image' || content === placeholders.image) return fileText.stand.image
  return file?.kind === 'voice' || content === placeholders.voice ? fileText.stand.voice : content
}
