import { EncryptionHelp } from '#web/features/keys/EncryptionHelp.tsx'

export function EncryptionHelpPage() {
  return <EncryptionHelp />
}
