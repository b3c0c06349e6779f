// Upload queue for files sent into a conversation.
// Files for a conversation are uploaded one after another, because parallel uploads are slow on a bad network.
// Each uploaded file is sent as a message. Until it is sent, the user can cancel or retry the upload.
// Files of encrypted groups are encrypted before the upload.

import { documentTypes, getDocumentContentType, sanitizeFileName } from '#shared/document-types.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { AttachedFile, MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import { type ChatFileKind, fileSizeLimits } from '#shared/file-kinds.ts'
import { fileText as text } from '#texts/chat-files.ts'
import { buildFallbackFileCaption } from '#web/lib/format/message-text.ts'
import { getErrorMessageForUser } from '#web/lib/http/api.ts'
import { uploadFile } from '#web/lib/http/upload.ts'
import { resizeImageAndCreatePreview } from '#web/lib/image/picture.ts'
import { createMutex } from '#web/lib/state/mutex.ts'
import { createStore } from '#web/lib/state/store.ts'

export interface UploadingFile {
  key: string
  kind: AttachedFile['kind']
  name: string
  size: number
  /** Object URL of a picture, shown as a preview during the upload. */
  url?: string
  /** Fraction of the file that has been uploaded, from 0 to 1. */
  progress: number
  error?: string
}

interface QueuedFile extends UploadingFile {
  file: Blob
  type: string
  seconds?: number
  /** Caption of the uploaded file, typed by the sender; empty without a caption. */
  caption: string
  extra: MessageMetadata
}

/** Maximum side length of an uploaded picture, in pixels; the server scales larger pictures down. */
const longestSide = 1600

class RejectedFileError extends Error {}

const detectFileKind = ({ type, name }: File): AttachedFile['kind'] | undefined => {
  if (type.startsWith('image/') && type !== 'image/svg+xml') return 'image'
  return documentTypes.includes(type) || getDocumentContentType(name) ? 'document' : undefined
}

export class FileUploadQueue {
  readonly #store = createStore<UploadingFile[]>([])
  readonly get = this.#store.get
  readonly subscribe = this.#store.subscribe
  readonly #groupId: number
  readonly #isEncrypted: boolean
  readonly #sendMessage: (content: string, extra: MessageMetadata) => void
  readonly #queue = new Map<string, QueuedFile>()
  readonly #aborts = new Map<string, AbortController>()
  readonly #serialized = createMutex()

  /** Creates the upload queue of a group. `sendMessage` is called for each uploaded file. */
  constructor(
    groupId: number,
    isEncrypted: boolean,
    sendMessage: (content: string, extra: MessageMetadata) => void,
  ) {
    this.#groupId = groupId
    this.#isEncrypted = isEncrypted
    this.#sendMessage = sendMessage
  }

  /** Queues files for upload to a conversation. The first file gets the caption and the reply reference. */
  add(files: File[], caption = '', extra: MessageMetadata = {}): void {
    for (const [index, file] of files.entries()) {
      const kind = detectFileKind(file)
      const name = sanitizeFileName(file.name) || 'file'
      const message = index === 0 ? { caption, extra } : { caption: '', extra: {} }
      const type = getDocumentContentType(name) ?? file.type
      const { size } = file
      const key = crypto.randomUUID()
      const item: QueuedFile = {
        key,
        kind: kind ?? 'document',
        name,
        size,
        type,
        file,
        progress: 0,
        ...message,
      }
      if (kind === 'image') item.url = URL.createObjectURL(file)
      if (!kind) item.error = text.wrongType
      this.#enqueue(item)
      if (kind) this.#start(key)
    }
  }

  addVoice(voice: Blob, seconds: number, extra: MessageMetadata = {}): void {
    const { size, type } = voice
    const key = crypto.randomUUID()
    const name = text.stand.voice
    this.#enqueue({
      key,
      kind: 'voice',
      name,
      size,
      type,
      file: voice,
      seconds,
      progress: 0,
      caption: '',
      extra,
    })
    this.#start(key)
  }

  retry(key: string): void {
    this.#update(key, { error: undefined, progress: 0 })
    this.#start(key)
  }

  remove(key: string): void {
    this.#aborts.get(key)?.abort()
    this.#dequeue(key)
  }

  /** Whether a failed upload can be retried, which is pointless for files of a wrong type or size. */
  canRetry(key: string): boolean {
    const { error } = this.#queue.get(key) ?? {}
    return error !== undefined && error !== text.wrongType && error !== text.tooLarge
  }

  #enqueue(item: QueuedFile): void {
    this.#queue.set(item.key, item)
    this.#publish()
  }

  #update(key: string, change: Partial<UploadingFile>): void {
    const item = this.#queue.get(key)
    if (!item) return
    this.#queue.set(key, { ...item, ...change })
    this.#publish()
  }

  #dequeue(key: string): void {
    const { url } = this.#queue.get(key) ?? {}
    if (url) URL.revokeObjectURL(url)
    this.#queue.delete(key)
    this.#aborts.delete(key)
    this.#publish()
  }

  #publish(): void {
    this.#store.set([...this.#queue.values()])
  }

  #start(key: string): void {
    const abort = new AbortController()
    this.#aborts.set(key, abort)
    void this.#serialized(() => this.#send(key, abort.signal))
  }

  async #send(key: string, signal: AbortSignal): Promise<void> {
    const item = this.#queue.get(key)
    if (!item || signal.aborted) return
    try {
      const file = await this.#upload(item, signal)
      if (signal.aborted) return
      this.#sendMessage(item.caption || buildFallbackFileCaption(item), {
        ...item.extra,
        file: { ...file, hasWords: item.caption !== '' },
      })
      this.#dequeue(key)
    } catch (error) {
      if (signal.aborted) return
      const errorText =
        error instanceof RejectedFileError
          ? error.message
          : getErrorMessageForUser(error as Error, text.failed)
      this.#update(key, { error: errorText })
    }
  }

  /** Re-encodes a picture in the size for upload. Other files are returned unchanged. */
  async #prepare({ kind, file, type }: QueuedFile) {
    if (kind !== 'image') return { blob: file, type }
    const drawn = await resizeImageAndCreatePreview(file, longestSide).catch(() => {
      throw new RejectedFileError(text.wrongType)
    })
    const { blob, width, height, preview } = drawn
    return { blob, type: blob.type, width, height, ...(this.#isEncrypted && { preview }) }
  }

  async #upload(item: QueuedFile, signal: AbortSignal): Promise<AttachedFile> {
    const { key, kind, seconds } = item
    // The file name of a voice message is language-neutral, because the screen shows a translated name.
    const name = kind === 'voice' ? 'voice' : item.name
    const { blob, ...properties } = await this.#prepare(item)
    const chatKind: ChatFileKind = `chat_${kind}`
    if (blob.size > fileSizeLimits[chatKind]) throw new RejectedFileError(text.tooLarge)
    const description = {
      kind,
      name,
      size: blob.size,
      ...properties,
      ...(seconds !== undefined && { seconds }),
    }
    const onProgress = (progress: number) => this.#update(key, { progress })
    if (!this.#isEncrypted) {
      const stored = await uploadFile(chatKind, blob, name, { onProgress, signal })
      return { ...description, id: stored.id, name: stored.name, type: stored.contentType, size: stored.size }
    }
    const { encryptFile: sealFile } = await import('#web/lib/e2ee/message/encrypted-file.ts')
    const plaintext: Bytes = new Uint8Array(await blob.arrayBuffer())
    const { sealed: ciphertext, seal } = await sealFile(this.#groupId, plaintext)
    // The real file name is in the encrypted message, so the server gets only a placeholder.
    const { id } = await uploadFile('chat_sealed', new Blob([ciphertext]), 'file', { onProgress, signal })
    return { ...description, id, seal }
  }
}
