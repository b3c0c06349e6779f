import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { ownText as text } from '#texts/merging.ts'
import { formatDate } from '#web/lib/format/format.ts'
import { SettingsGroup } from '#web/ui/layout/SettingsRow.tsx'
import { useConfirmMerge, useDeclineMerge, useMergeRequestForOwnAccount } from './merging.api.ts'

/** Asks the user whether another account is also theirs. Renders nothing if nobody has requested a merge. */
export function ConfirmOwnAccountMergeForm() {
  const { data } = useMergeRequestForOwnAccount()
  const confirm = useConfirmMerge()
  const decline = useDeclineMerge()
  const request = data?.request
  if (!request) return null
  const { id, askedBy, otherName, otherClub, isKept, isConfirmed, expiresAt } = request
  const other = otherClub ? `${otherName} (${otherClub})` : otherName
  return (
    <SettingsGroup anchor="merging" title={text.title}>
      <Box p="lg">
        <Text c="dimmed" size="sm" mb="sm">
          {text.help}
        </Text>
        <Text>{text.asks({ by: askedBy, other })}</Text>
        <Text size="sm" c="dimmed" mt="xs">
          {isKept ? text.kept : text.gone} {text.until({ day: formatDate(expiresAt) })}
        </Text>
        {isConfirmed && <Alert mt="sm">{text.confirmed}</Alert>}
        <Group mt="md">
          {!isConfirmed && (
            <Button loading={confirm.isPending} onClick={() => confirm.mutate(id)}>
              {text.confirm}
            </Button>
          )}
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate(id)}>
            {text.decline}
          </Button>
        </Group>
      </Box>
    </SettingsGroup>
  )
}
