import { Button, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFingerprint, IconListNumbers } from '@tabler/icons-react'
import type { MyKeys } from '#shared/contracts/keys.ts'
import { passkeysOf } from '#web/lib/e2ee/my-keys.ts'
import styles from './Keys.module.css'
import { useAddPasskeyByPhrase, useMayAddPasskey } from './keys.api.ts'
import { keysText, passkeyText, keySettingsText as text } from './keys.text.ts'
import { PhraseForm } from './PhraseForm.tsx'

const labels = { submit: text.continue, submitting: passkeyText.adding }

function AddPasskey({ userId, keys, onDone }: { userId: number; keys: MyKeys; onDone: () => void }) {
  const adding = useAddPasskeyByPhrase(userId, keys)
  return (
    <Stack className={styles.step}>
      <Text size="sm">{text.addPasskeyHelp}</Text>
      <PhraseForm sending={adding} labels={labels} onSuccess={onDone}>
        <Button variant="subtle" disabled={adding.isPending} onClick={onDone}>
          {keysText.cancel}
        </Button>
      </PhraseForm>
    </Stack>
  )
}

/** With what one's keys can be opened on another device. */
export function WaysToKeys({ userId, keys }: { userId: number; keys: MyKeys }) {
  const [isAdding, adding] = useDisclosure()
  const { data: mayAdd } = useMayAddPasskey()
  const count = passkeysOf(keys).length
  return (
    <div>
      <Title order={3} size="h5" mb="sm">
        {text.ways}
      </Title>
      <ul className={styles.ways}>
        <li>
          <IconListNumbers size={20} stroke={1.6} aria-hidden />
          <Text size="sm">{text.phrase}</Text>
        </li>
        {count > 0 && (
          <li>
            <IconFingerprint size={20} stroke={1.6} aria-hidden />
            <Text size="sm">{text.passkeys(count)}</Text>
          </li>
        )}
      </ul>
      {isAdding && <AddPasskey userId={userId} keys={keys} onDone={adding.close} />}
      {mayAdd && !isAdding && (
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={adding.open}
        >
          {text.addPasskey}
        </Button>
      )}
    </div>
  )
}
