import { hasSamePublicKeys } from '#shared/e2ee/signed-public-keys.ts'
import { keysRowText as text } from '#texts/keys.ts'
import { useEncryptionKeysOnDevice, useOwnPublishedEncryptionKeys } from '#web/features/keys/keys.api.ts'
import { SettingsRow } from '#web/ui/layout/SettingsRow.tsx'
import { EncryptionKeySettings } from './EncryptionKeySettings.tsx'

function useKeysState(userId: number): string | undefined {
  const { data: keys, error } = useOwnPublishedEncryptionKeys()
  const { data: device } = useEncryptionKeysOnDevice(userId)
  if (error) return text.unknown
  if (!keys || !device) return undefined
  const identity = device.obstacle ? null : device.identity
  const isHere = identity && keys.card && hasSamePublicKeys(identity.card, keys.card)
  if (isHere) return text.here
  return keys.card ? text.elsewhere : text.none
}

/** Row of the settings page that opens the settings of the user's encryption keys. */
export function KeysSettingsRow({ userId }: { userId: number }) {
  return (
    <SettingsRow
      anchor="encryption"
      title={text.title}
      state={useKeysState(userId)}
      action={text.action}
      help={text.help}
    >
      <EncryptionKeySettings userId={userId} />
    </SettingsRow>
  )
}
