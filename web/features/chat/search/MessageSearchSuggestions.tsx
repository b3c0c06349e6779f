import { ActionIcon, Button, Flex, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconCalendar, IconHistory, IconMessages, IconUser, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { GroupRow } from '#shared/contracts/chat/chat.schemas.ts'
import { searchText as text } from '#texts/message-search.ts'
import type { MessageSearchInput } from '#web/features/chat/chat.search.ts'

interface Suggestion {
  key: string
  label: string
  icon: ReactNode
  change: MessageSearchInput
}

const millisecondsPerDay = 86_400_000
const formatSearchDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

/** Suggested search filters: the last days, the newest groups and the people in direct conversations. */
function listSearchSuggestions(groups: GroupRow[]): Suggestion[] {
  const partners = groups.flatMap(({ peer }) => peer ?? [])
  const icon = { size: 16, 'aria-hidden': true } as const
  return [
    {
      key: 'week',
      label: text.lastWeek,
      icon: <IconCalendar {...icon} />,
      change: { from: formatSearchDay(new Date(Date.now() - 7 * millisecondsPerDay)) },
    },
    ...groups
      .filter(({ direct }) => !direct)
      .slice(0, 2)
      .map(({ id, name }) => ({
        key: `group-${id}`,
        label: text.inGroup({ name }),
        icon: <IconMessages {...icon} />,
        change: { group: id },
      })),
    ...partners.slice(0, 2).map(({ id, fullName }) => ({
      key: `person-${id}`,
      label: text.fromPerson({ name: fullName }),
      icon: <IconUser {...icon} />,
      change: { person: id },
    })),
  ]
}

/** List of recent searches on this device and suggested filters, shown before the user types. */
export function MessageSearchSuggestions({
  groups,
  searches = [],
  onChoose,
  onRemove,
  onClear,
}: {
  groups: GroupRow[]
  searches?: string[]
  onChoose: (change: MessageSearchInput) => void
  onRemove: (search: string) => void
  onClear: () => void
}) {
  return (
    <Stack gap="lg">
      {searches.length > 0 && (
        <section aria-label={text.recent}>
          <Group justify="space-between">
            <Title order={2} size="h5">
              {text.recent}
            </Title>
            <Button size="compact-sm" variant="subtle" onClick={onClear}>
              {text.clearRecent}
            </Button>
          </Group>
          <ul>
            {searches.map(search => (
              <Flex key={search} component="li" align="center" gap={8}>
                <UnstyledButton
                  display="flex"
                  flex={1}
                  miw={0}
                  mih={44}
                  style={{ gap: 12, alignItems: 'center', overflowWrap: 'anywhere' }}
                  onClick={() => onChoose({ q: search })}
                >
                  <IconHistory size={18} color="var(--mantine-color-dimmed)" aria-hidden />
                  {search}
                </UnstyledButton>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={text.removeRecent({ words: search })}
                  onClick={() => onRemove(search)}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              </Flex>
            ))}
          </ul>
          <Text size="sm" c="dimmed">
            {text.recentHelp}
          </Text>
        </section>
      )}
      <section aria-label={text.suggested}>
        <Title order={2} size="h5" mb={8}>
          {text.suggested}
        </Title>
        <Group gap={8}>
          {listSearchSuggestions(groups).map(({ key, label, icon, change }) => (
            <Button
              key={key}
              variant="default"
              radius="xl"
              maw="100%"
              fw={600}
              leftSection={icon}
              onClick={() => onChoose(change)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </section>
    </Stack>
  )
}
