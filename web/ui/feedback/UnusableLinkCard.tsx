import { Button, Card, Center, Stack, Text, Title } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { getToneProps } from './tones.ts'

/** Card shown when a mailed link is incomplete, used or expired, with one or two next steps. */
export function UnusableLinkCard({
  title,
  text,
  steps,
}: {
  title: string
  text: string
  /** Links that the card offers instead of the unusable link. The first link is the recommended one. */
  steps: { label: string; to: LinkProps['to'] }[]
}) {
  return (
    <Card role="alert">
      <Stack align="flex-start">
        <Center w={56} h={56} bdrs={999} {...getToneProps('warn')}>
          <IconLinkOff size={28} stroke={1.7} aria-hidden />
        </Center>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        {steps.map(({ label, to }, index) => (
          <Button
            key={label}
            fullWidth
            size="md"
            variant={index === 0 ? 'filled' : 'default'}
            renderRoot={props => <Link to={to} {...props} />}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Card>
  )
}
