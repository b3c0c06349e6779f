import { useState } from 'react'
import type { Extra } from '#shared/e2ee/extra.ts'
import type { Conversation } from './conversation.ts'
import type { FileSending } from './file-sending.ts'

/** Upload queue of each conversation. Its code is loaded with the first file; uploads continue after navigation. */
const queues = new WeakMap<Conversation, Promise<FileSending>>()

function getUploadQueue(
  conversation: Conversation,
  groupId: number,
  isEncrypted: boolean,
): Promise<FileSending> {
  const existing = queues.get(conversation)
  if (existing) return existing
  const sendMessage = (content: string, extra: Extra) => conversation.send(content, extra)
  const created = import('./file-sending.ts').then(
    module => new module.FileSending(groupId, isEncrypted, sendMessage),
  )
  queues.set(conversation, created)
  return created
}

export function useFileSending(conversation: Conversation, groupId: number, isEncrypted: boolean) {
  const [sending, setSending] = useState<FileSending>()
  const withQueue = (work: (sending: FileSending) => void) => {
    void getUploadQueue(conversation, groupId, isEncrypted).then(queue => {
      setSending(queue)
      work(queue)
    })
  }
  return {
    sending,
    add: (files: File[], caption: string, extra: Extra) =>
      withQueue(queue => queue.add(files, caption, extra)),
    addVoice: (voice: Blob, seconds: number, extra: Extra) =>
      withQueue(queue => queue.addVoice(voice, seconds, extra)),
  }
}
