import '@mantine/core/styles/List.css'
import { List, Text } from '@mantine/core'
import { callsText as text } from './calls.text.ts'

/** True of every call that can be made here; and what addresses the others learn, once that is known. */
export function Privacy({
  isRelayOnly,
  isForwarded = false,
}: {
  isRelayOnly?: boolean
  /** Through a server that cannot open it. */
  isForwarded?: boolean
}) {
  const between = isRelayOnly === undefined ? [] : [isRelayOnly ? text.relayed : text.direct]
  const addresses = isForwarded ? [text.forwarded] : between
  return (
    <section aria-label={text.privacy}>
      <Text size="sm" fw={600}>
        {text.privacy}
      </Text>
      <List size="sm" c="dimmed">
        {[...text.privacyPoints, ...addresses].map(point => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </section>
  )
}
