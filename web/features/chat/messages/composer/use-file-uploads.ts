import { useState } from 'react'
import type { MessageMetadata } from '#shared/e2ee/message-metadata.ts'
import type { FileUploadQueue } from '#web/features/chat/files/file-upload-queue.ts'
import type { Conversation } from '#web/features/chat/messages/conversation/conversation.ts'

/** Upload queue of each conversation. Its code is loaded with the first file, and uploads survive navigation. */
const queues = new WeakMap<Conversation, Promise<FileUploadQueue>>()

function getUploadQueueOfGroup(
  conversation: Conversation,
  groupId: number,
  isEncrypted: boolean,
): Promise<FileUploadQueue> {
  const existing = queues.get(conversation)
  if (existing) return existing
  const sendMessage = (content: string, extra: MessageMetadata) => conversation.send(content, extra)
  const created = import('#web/features/chat/files/file-upload-queue.ts').then(
    module => new module.FileUploadQueue(groupId, isEncrypted, sendMessage),
  )
  queues.set(conversation, created)
  return created
}

export function useFileUploads(conversation: Conversation, groupId: number, isEncrypted: boolean) {
  const [sending, setSending] = useState<FileUploadQueue>()
  const withQueue = (work: (sending: FileUploadQueue) => void) => {
    void getUploadQueueOfGroup(conversation, groupId, isEncrypted).then(queue => {
      setSending(queue)
      work(queue)
    })
  }
  return {
    sending,
    add: (files: File[], caption: string, extra: MessageMetadata) =>
      withQueue(queue => queue.add(files, caption, extra)),
    addVoice: (voice: Blob, seconds: number, extra: MessageMetadata) =>
      withQueue(queue => queue.addVoice(voice, seconds, extra)),
  }
}
