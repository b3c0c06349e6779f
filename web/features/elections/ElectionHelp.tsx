import '@mantine/core/styles/List.css'
import { Card, List, Stack, Text, Title } from '@mantine/core'
import { electionHelpText as text } from '#texts/election-help.ts'
import { BackLink } from '#web/ui/layout/BackLink.tsx'

function ElectionHelpPoints({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <Card component="section">
      <Title order={3} mb="sm">
        {title}
      </Title>
      <List spacing="xs">
        {points.map(point => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </Card>
  )
}

/** Help text about what a secret ballot protects and what it does not. Tests prove each protection it promises. */
export function ElectionHelp() {
  return (
    <Stack gap={16} maw={820}>
      <BackLink to="/elections">{text.back}</BackLink>
      <div>
        <Title order={2}>{text.title}</Title>
        <Text mt="xs">{text.lead}</Text>
      </div>
      <ElectionHelpPoints title={text.protectedTitle} points={text.protected} />
      <ElectionHelpPoints title={text.limitsTitle} points={text.limits} />
      <Card component="section">
        <Title order={3} mb="sm">
          {text.checkTitle}
        </Title>
        <Text>{text.check}</Text>
      </Card>
    </Stack>
  )
}
