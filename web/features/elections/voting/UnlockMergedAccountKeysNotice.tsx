import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { fillText } from '#shared/language/texts.ts'
import { ballotAlarmTexts, mergedKeysText as text } from '#texts/ballots.ts'
import { keyErrorTexts } from '#texts/keys.ts'
import { KeyError } from '#web/lib/e2ee/keys/key-error.ts'
import { listPasskeyIdsThatUnlockKeys } from '#web/lib/e2ee/keys/unlock-keys.ts'
import type { MergedKeys } from '#web/lib/e2ee/keys/unlock-merged-keys.ts'
import {
  getBallotFailureText,
  useHasKeysOfMergedAccountOnDevice,
  useUnlockMergedAccountKeys,
} from './voting.api.ts'

const getKeyFailureText = (error: Error) =>
  error instanceof KeyError
    ? fillText(keyErrorTexts[error.kind], { detail: error.detail })
    : getBallotFailureText(error)

/** Unlocks the encryption keys of the user's merged account by its recovery phrase or by one of its passkeys. */
function UnlockMergedKeys({ keys }: { keys: MergedKeys }) {
  const unlocking = useUnlockMergedAccountKeys(keys)
  const [phrase, setPhrase] = useState('')
  const hasPhrase = keys.wraps.some(({ kind }) => kind === 'phrase')
  const hasPasskey = listPasskeyIdsThatUnlockKeys(keys).length > 0
  if (!hasPhrase && !hasPasskey) return <Text size="sm">{text.noBackup}</Text>
  return (
    <Stack gap="sm" w="100%">
      {hasPhrase && (
        <Textarea
          label={text.phrase}
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          lang="en"
          value={phrase}
          onChange={event => setPhrase(event.currentTarget.value)}
        />
      )}
      {unlocking.error && <Alert color="red">{getKeyFailureText(unlocking.error)}</Alert>}
      <Group gap="sm">
        {hasPhrase && (
          <Button
            disabled={phrase.trim() === ''}
            loading={unlocking.isPending}
            onClick={() => unlocking.mutate({ phrase })}
          >
            {text.unlock}
          </Button>
        )}
        {hasPasskey && (
          <Button variant="default" loading={unlocking.isPending} onClick={() => unlocking.mutate({})}>
            {text.byPasskey}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

/** Notice for voters who enrolled with an account that was merged later, if this device lacks its keys. */
export function UnlockMergedAccountKeysNotice({ election: { own } }: { election: ElectionDetail }) {
  const { mergedKeys, gen } = own
  const { data: hasKeys } = useHasKeysOfMergedAccountOnDevice(mergedKeys, gen)
  if (!mergedKeys || hasKeys !== false) return null
  return (
    <Alert color="orange" title={text.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{ballotAlarmTexts['merged-keys-missing']}</Text>
        <UnlockMergedKeys keys={mergedKeys} />
      </Stack>
    </Alert>
  )
}
