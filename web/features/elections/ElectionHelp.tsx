import { Card, Flex, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconShieldLock } from '@tabler/icons-react'
import { electionHelpText as text } from '#texts/election-help.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'
import { BackLink } from '#web/ui/layout/BackLink.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

function ElectionHelpPoints({
  title,
  points,
  isLimit = false,
}: {
  title: string
  points: readonly { lead: string; text: string }[]
  /** True for a list of what the secret ballot does not protect, false for a list of what it protects. */
  isLimit?: boolean
}) {
  const Icon = isLimit ? IconAlertTriangle : IconCircleCheck
  return (
    <Card component="section">
      <Title order={3} size="h4" mb="md">
        {title}
      </Title>
      <Stack component="ul" gap="md">
        {points.map(({ lead, text: about }) => (
          <Flex component="li" key={lead} gap={12}>
            <Icon size={22} color={isLimit ? 'var(--warn-text)' : 'var(--kite)'} aria-hidden />
            <div>
              <Text fw={600}>{lead}</Text>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </div>
          </Flex>
        ))}
      </Stack>
    </Card>
  )
}

/** Help text about what a secret ballot protects and what it does not. Tests prove each protection it promises. */
export function ElectionHelp() {
  return (
    <Stack gap={16} maw={1120}>
      <BackLink to="/elections">{text.back}</BackLink>
      <Title order={2}>{text.title}</Title>
      <Flex gap={16} p={20} bdrs={16} align="center" {...getToneProps('tint')}>
        <IconShieldLock size={36} stroke={1.5} aria-hidden />
        <Text fw={500}>{text.lead}</Text>
      </Flex>
      <Columns template={{ md: 'minmax(0, 1fr) minmax(0, 1fr)' }} gap={16} align="start">
        <ElectionHelpPoints title={text.protectedTitle} points={text.protected} />
        <ElectionHelpPoints title={text.limitsTitle} points={text.limits} isLimit />
      </Columns>
      <Card component="section">
        <Title order={3} size="h4" mb="sm">
          {text.checkTitle}
        </Title>
        <Text>{text.check}</Text>
      </Card>
    </Stack>
  )
}
