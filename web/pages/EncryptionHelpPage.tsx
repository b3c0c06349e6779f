import { EncryptionHelp } from '#web/features/keys/help/EncryptionHelp.tsx'

export function EncryptionHelpPage() {
  return <EncryptionHelp />
}
