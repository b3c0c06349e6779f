import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { DocumentTile } from './DocumentTile.tsx'
import { MessagePicture } from './MessagePicture.tsx'
import { VoiceMessagePlayer } from './VoiceMessagePlayer.tsx'

export interface MessageFileProps {
  groupId: number
  file: AttachedFile
}

/** File attached to a message, shown as a picture, a voice message or a document to download. */
export function MessageAttachment(props: MessageFileProps) {
  if (props.file.kind === 'image') return <MessagePicture {...props} />
  return props.file.kind === 'voice' ? <VoiceMessagePlayer {...props} /> : <DocumentTile {...props} />
}
