import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Db } from '#server/db/connection/client.ts'
import { files } from '#server/db/schema/core.ts'
import { conflict } from '#server/errors.ts'
import { replaceWrongFileExtension } from '#shared/document-types.ts'
import { parseMessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { type ChatFileKind, chatFileKinds } from '#shared/file-kinds.ts'

type Metadata = Record<string, unknown> | null

const fileReference = z.object({ file: z.object({ id: z.uuid() }) })

const kinds: Record<Exclude<ChatFileKind, 'chat_sealed'>, 'image' | 'document' | 'voice'> = {
  chat_image: 'image',
  chat_document: 'document',
  chat_voice: 'voice',
}

/**
 * Adds the attached file to the metadata of a message.
 * Name, type and size are taken from the upload and never from the sender. Encrypted files keep only their id.
 * The statement that writes the message checks whether the file may be attached.
 */
export async function addAttachedFileToMessageMetadata(
  db: Db,
  senderId: number,
  metadata: Metadata,
): Promise<{ metadata: Metadata; fileId?: string }> {
  const { data } = fileReference.safeParse(metadata)
  if (!data) return { metadata }
  const [file] = await db
    .select()
    .from(files)
    .where(
      and(eq(files.id, data.file.id), eq(files.uploadedBy, senderId), inArray(files.kind, chatFileKinds)),
    )
  if (!file) throw conflict('file_gone')
  const { id } = file
  if (file.kind === 'chat_sealed') return { metadata: { ...metadata, file: { id } }, fileId: id }
  const { width, height, seconds, hasWords } = parseMessageMetadata(metadata).file ?? {}
  const kind = kinds[file.kind as keyof typeof kinds]
  const description = {
    id,
    kind,
    name: replaceWrongFileExtension(file),
    type: file.contentType,
    size: file.size,
  }
  return {
    metadata: { ...metadata, file: { ...description, width, height, seconds, hasWords } },
    fileId: id,
  }
}
