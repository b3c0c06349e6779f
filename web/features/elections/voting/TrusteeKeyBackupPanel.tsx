import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { ElectionDetail } from '#shared/contracts/elections/elections.schemas.ts'
import { ballotText, backupText as text } from '#texts/ballots.ts'
import { CopyableCodeBlock } from '#web/features/elections/CopyableCodeBlock.tsx'
import { ElectionStepCard } from '#web/features/elections/ElectionStepCard.tsx'
import { saveBlobAsFile } from '#web/lib/http/download.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { getBallotFailureText, useExportAndRestoreTrusteeSeed, type Voter } from './voting.api.ts'

/** Splits a trustee's secret seed into groups of characters that are easy to write down. */
const formatSeedInGroups = (seed: string) => seed.match(/.{1,4}/g)?.join(' ') ?? ''

/** Lets a trustee back up the share of the decryption key on paper or in a file, and restore it on another device. */
export function TrusteeKeyBackupPanel({ user, election }: { user: Voter; election: ElectionDetail }) {
  const { show, restore } = useExportAndRestoreTrusteeSeed(user, election)
  const { copy, copied } = useClipboard({ timeout: 10_000 })
  const [typed, setTyped] = useState('')
  const own = election.trustees.find(({ index }) => index === election.own.trusteeIndex)
  if (!own?.certifiedAt || election.status === 'published' || election.status === 'annulled') return null
  const saveKeyBackup = (seed: string) => {
    const lines = [
      election.title,
      election.uuid,
      own.person.fullName,
      formatSeedInGroups(seed),
      '',
      text.fileHelp,
    ]
    saveBlobAsFile(new Blob([lines.join('\n')], { type: 'text/plain' }), `${election.uuid}-${own.index}.txt`)
  }
  if (!show.data && !show.error)
    return (
      <ElectionStepCard
        icon={IconShieldLock}
        title={text.title}
        note={text.help}
        button={text.show}
        isPending={show.isPending}
        isQuiet
        onClick={() => show.mutate()}
      />
    )
  return (
    <Panel title={text.title}>
      <Stack gap="sm">
        <Text size="sm">{text.help}</Text>
        {show.data && (
          <>
            <CopyableCodeBlock groupsPerLine={3} fz={20}>
              {formatSeedInGroups(show.data)}
            </CopyableCodeBlock>
            <Group gap="xs" className="actions">
              <Button
                variant="light"
                leftSection={<IconCopy size={18} aria-hidden />}
                onClick={() => copy(formatSeedInGroups(show.data))}
              >
                {copied ? ballotText.copied : ballotText.copy}
              </Button>
              <Button
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
                onClick={() => saveKeyBackup(show.data)}
              >
                {text.save}
              </Button>
              <Button variant="default" onClick={() => show.reset()}>
                {text.hide}
              </Button>
            </Group>
          </>
        )}
        {show.error && <Alert color="red">{getBallotFailureText(show.error)}</Alert>}
        {show.error && (
          <>
            <TextInput
              label={text.code}
              autoComplete="off"
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
            />
            <Button
              size="md"
              disabled={typed.trim() === ''}
              loading={restore.isPending}
              onClick={() => restore.mutate(typed, { onSuccess: () => show.reset() })}
            >
              {text.restore}
            </Button>
          </>
        )}
        {restore.error && <Alert color="red">{getBallotFailureText(restore.error)}</Alert>}
      </Stack>
    </Panel>
  )
}
