import type { AttachedFile } from '#shared/e2ee/message-metadata.ts'
import { DocumentTile } from './DocumentTile.tsx'
import { MessagePicture } from './MessagePicture.tsx'
import { VoicePlayer } from './VoicePlayer.tsx'

export interface MessageFileProps {
  groupId: number
  file: AttachedFile
}

/** File attached to a message, shown as a picture, a voice message or a document to download. */
export function MessageFile(props: MessageFileProps) {
  if (props.file.kind === 'image') return <MessagePicture {...props} />
  return props.file.kind === 'voice' ? <VoicePlayer {...props} /> : <DocumentTile {...props} />
}
