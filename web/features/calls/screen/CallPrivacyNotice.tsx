import '@mantine/core/styles/List.css'
import { List, Text } from '@mantine/core'
import { callsText as text } from '#texts/calls.ts'

/**
 * Privacy notes of a call: once the connection type is known, they say which participants see the user's IP address.
 */
export function CallPrivacyNotice({
  isRelayOnly,
  isForwarded = false,
}: {
  isRelayOnly?: boolean
  /** Whether the call goes through a media server (SFU), which forwards encrypted frames that it cannot decrypt. */
  isForwarded?: boolean
}) {
  const meshNotes = isRelayOnly === undefined ? [] : [isRelayOnly ? text.relayed : text.direct]
  const ipAddressNotes = isForwarded ? [text.forwarded] : meshNotes
  return (
    <section aria-label={text.privacy}>
      <Text size="sm" fw={600}>
        {text.privacy}
      </Text>
      <List size="sm" c="dimmed">
        {[...text.privacyPoints, ...ipAddressNotes].map(point => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </section>
  )
}
