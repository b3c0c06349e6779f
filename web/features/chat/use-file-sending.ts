import { useState } from 'react'
import type { Extra } from '#shared/e2ee/extra.ts'
import type { Conversation } from './conversation.ts'
import type { FileSending } from './file-sending.ts'

/** Of each conversation one, loaded when somebody first sends a file; it goes on when one looks elsewhere. */
const ofConversation = new WeakMap<Conversation, Promise<FileSending>>()

function sendingInto(conversation: Conversation, groupId: number, isSealed: boolean): Promise<FileSending> {
  const known = ofConversation.get(conversation)
  if (known) return known
  const say = (content: string, extra: Extra) => conversation.send(content, extra)
  const made = import('./file-sending.ts').then(module => new module.FileSending(groupId, isSealed, say))
  ofConversation.set(conversation, made)
  return made
}

export function useFileSending(conversation: Conversation, groupId: number, isSealed: boolean) {
  const [sending, setSending] = useState<FileSending>()
  const use = (work: (sending: FileSending) => void) => {
    void sendingInto(conversation, groupId, isSealed).then(one => {
      setSending(one)
      work(one)
    })
  }
  return {
    sending,
    add: (files: File[], words: string, extra: Extra) => use(one => one.add(files, words, extra)),
    addVoice: (voice: Blob, seconds: number, extra: Extra) => use(one => one.addVoice(voice, seconds, extra)),
  }
}
