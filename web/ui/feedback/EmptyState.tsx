import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Illustration for empty lists: a kite above waves. */
export function KiteIllustration() {
  return (
    <svg width="120" viewBox="0 0 120 88" style={{ maxWidth: '22vw' }} aria-hidden="true" focusable="false">
      <path
        d="M8 70c18-9 32-9 52 0s34 9 52 0"
        fill="none"
        stroke="var(--bone)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M22 80c14-6 25-6 38 0s24 6 38 0"
        fill="none"
        stroke="var(--bone)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M60 6c9 7 15 15 18 23-4 10-10 17-18 22-8-5-14-12-18-22 3-8 9-16 18-23Z"
        fill="var(--tint)"
        stroke="var(--kite)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M60 6v45M42 29h36" stroke="var(--kite)" strokeWidth="2" />
      <path
        d="M60 51c-4 6 5 9 1 15"
        fill="none"
        stroke="var(--mantine-color-emas-5)"
        strokeWidth="2.500"
        strokeLinecap="round"
      />
    </svg>
  )
}

/**
 * Message for an empty list: an illustration, a text, and optionally a button for the next step. The first sentence of
 * the text is its title.
 */
export function EmptyState({ text, action }: { text: string; action?: ReactNode }) {
  const [title, ...sentences] = text.split(/(?<=[.!?]) /)
  return (
    <Stack align="center" gap="sm" py={{ base: 20, sm: 28 }} px="md">
      <KiteIllustration />
      <Text ta="center" maw={420} style={{ textWrap: 'balance' }}>
        <Text span inherit fw={600}>
          {title}
        </Text>
        {sentences.length > 0 && (
          <Text span inherit display="block" mt={4} c="dimmed">
            {` ${sentences.join(' ')}`}
          </Text>
        )}
      </Text>
      {action}
    </Stack>
  )
}
