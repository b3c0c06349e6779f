// Files on their way into a conversation, one after the other: on a bad network two at once are both slow. Each becomes
// a message once it has arrived; until then it can be called off, or tried again.

import { documentTypeOf, documentTypes, tidyName } from '#shared/document-types.ts'
import type { Bytes } from '#shared/e2ee/encoding.ts'
import type { AttachedFile, Extra } from '#shared/e2ee/extra.ts'
import { type ChatFileKind, fileSizeLimits } from '#shared/file-kinds.ts'
import { failureText } from '#web/lib/api.ts'
import { createMutex } from '#web/lib/mutex.ts'
import { drawPicture } from '#web/lib/picture.ts'
import { createStore } from '#web/lib/store.ts'
import { uploadFile } from '#web/lib/upload.ts'
import { fileText as text } from './file.text.ts'

export interface SendingFile {
  key: string
  kind: AttachedFile['kind']
  name: string
  size: number
  /** Of a picture, to be shown meanwhile. */
  url?: string
  /** How much of it has travelled, from 0 to 1. */
  progress: number
  error?: string
}

interface Wanted extends SendingFile {
  file: Blob
  type: string
  seconds?: number
  /** What is said with it. */
  words: string
  extra: Extra
}

/** The server draws pictures no larger. */
const longestSide = 1600

class Refused extends Error {}

const kindOf = ({ type, name }: File): AttachedFile['kind'] | undefined => {
  if (type.startsWith('image/') && type !== 'image/svg+xml') return 'image'
  return documentTypes.includes(type) || documentTypeOf(name) ? 'document' : undefined
}

const wordsFor = ({ kind, name, words }: Wanted): string => {
  if (words) return words
  return kind === 'document' ? text.stand.document(name) : text.stand[kind]
}

export class FileSending {
  readonly #store = createStore<SendingFile[]>([])
  readonly get = this.#store.get
  readonly subscribe = this.#store.subscribe
  readonly #groupId: number
  readonly #isSealed: boolean
  readonly #say: (content: string, extra: Extra) => void
  readonly #wanted = new Map<string, Wanted>()
  readonly #aborts = new Map<string, AbortController>()
  readonly #inTurn = createMutex()

  /** `say`: what is done with a file that has arrived. */
  constructor(groupId: number, isSealed: boolean, say: (content: string, extra: Extra) => void) {
    this.#groupId = groupId
    this.#isSealed = isSealed
    this.#say = say
  }

  /** `words` and what they answer go with the first of them. */
  add(files: File[], words = '', extra: Extra = {}): void {
    for (const [place, file] of files.entries()) {
      const kind = kindOf(file)
      const name = tidyName(file.name) || 'fail'
      const said = place === 0 ? { words, extra } : { words: '', extra: {} }
      const type = documentTypeOf(name) ?? file.type
      const { size } = file
      const key = crypto.randomUUID()
      const item: Wanted = { key, kind: kind ?? 'document', name, size, type, file, progress: 0, ...said }
      if (kind === 'image') item.url = URL.createObjectURL(file)
      if (!kind) item.error = text.wrongType
      this.#show(item)
      if (kind) this.#start(key)
    }
  }

  addVoice(voice: Blob, seconds: number, extra: Extra = {}): void {
    const { size, type } = voice
    const key = crypto.randomUUID()
    const name = text.stand.voice
    this.#show({ key, kind: 'voice', name, size, type, file: voice, seconds, progress: 0, words: '', extra })
    this.#start(key)
  }

  retry(key: string): void {
    this.#change(key, { error: undefined, progress: 0 })
    this.#start(key)
  }

  remove(key: string): void {
    this.#aborts.get(key)?.abort()
    this.#forget(key)
  }

  /** What cannot become anything by trying again is only there to be read. */
  mayRetry(key: string): boolean {
    const { error } = this.#wanted.get(key) ?? {}
    return error !== undefined && error !== text.wrongType && error !== text.tooLarge
  }

  #show(item: Wanted): void {
    this.#wanted.set(item.key, item)
    this.#tell()
  }

  #change(key: string, change: Partial<SendingFile>): void {
    const item = this.#wanted.get(key)
    if (!item) return
    this.#wanted.set(key, { ...item, ...change })
    this.#tell()
  }

  #forget(key: string): void {
    const { url } = this.#wanted.get(key) ?? {}
    if (url) URL.revokeObjectURL(url)
    this.#wanted.delete(key)
    this.#aborts.delete(key)
    this.#tell()
  }

  #tell(): void {
    this.#store.set([...this.#wanted.values()])
  }

  #start(key: string): void {
    const abort = new AbortController()
    this.#aborts.set(key, abort)
    void this.#inTurn(() => this.#send(key, abort.signal))
  }

  async #send(key: string, signal: AbortSignal): Promise<void> {
    const item = this.#wanted.get(key)
    if (!item || signal.aborted) return
    try {
      const file = await this.#upload(item, signal)
      if (signal.aborted) return
      this.#say(wordsFor(item), { ...item.extra, file: { ...file, hasWords: item.words !== '' } })
      this.#forget(key)
    } catch (error) {
      if (signal.aborted) return
      const words = error instanceof Refused ? error.message : failureText(error as Error, text.failed)
      this.#change(key, { error: words })
    }
  }

  /** As it is to be sent: a picture drawn anew, anything else as it is. */
  async #prepare({ kind, file, type }: Wanted) {
    if (kind !== 'image') return { blob: file, type }
    const drawn = await drawPicture(file, longestSide).catch(() => {
      throw new Refused(text.wrongType)
    })
    const { blob, width, height, preview } = drawn
    return { blob, type: blob.type, width, height, ...(this.#isSealed && { preview }) }
  }

  async #upload(item: Wanted, signal: AbortSignal): Promise<AttachedFile> {
    const { key, kind, name, seconds } = item
    const { blob, ...about } = await this.#prepare(item)
    const chatKind: ChatFileKind = `chat_${kind}`
    if (blob.size > fileSizeLimits[chatKind]) throw new Refused(text.tooLarge)
    const said = { kind, name, size: blob.size, ...about, ...(seconds !== undefined && { seconds }) }
    const onProgress = (progress: number) => this.#change(key, { progress })
    if (!this.#isSealed) {
      const stored = await uploadFile(chatKind, blob, name, { onProgress, signal })
      return { ...said, id: stored.id, name: stored.name, type: stored.contentType, size: stored.size }
    }
    const { sealFile } = await import('#web/lib/e2ee/file.ts')
    const plain: Bytes = new Uint8Array(await blob.arrayBuffer())
    const { sealed, seal } = await sealFile(this.#groupId, plain)
    // Nothing of it in the open, its name least of all.
    const { id } = await uploadFile('chat_sealed', new Blob([sealed]), 'fail', { onProgress, signal })
    return { ...said, id, seal }
  }
}
