import { ActionIcon, Box, Button, Flex, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { payText as text } from '#texts/fee-payments.ts'
import { getToneProps } from '#web/ui/feedback/tones.ts'

/** Milliseconds for which the copy button says that the value was copied. */
const shownFor = 2500

interface Props {
  label: string
  /** Payment detail as displayed, such as an IBAN in groups of four characters. */
  value: string
  /** Payment detail as copied to the clipboard. By default, the text is copied as displayed. */
  copied?: string
  /** Whether copying this payment detail is the main action of the screen. */
  isMain?: boolean
}

/** Row of bank transfer data with a copy button. If copying fails, the user can select the value by hand. */
export function CopyablePaymentDetail({ label, value, copied = value, isMain = false }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), shownFor)
    return () => clearTimeout(timer)
  }, [state])
  const copyPaymentDetail = () =>
    navigator.clipboard.writeText(copied).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  const isCopied = state === 'copied'
  const Icon = isCopied ? IconCheck : IconCopy
  const name = `${isCopied ? text.copied : text.copy}: ${label}`
  return (
    <Flex
      gap={12}
      align="center"
      justify="space-between"
      px={16}
      py={10}
      style={{ borderBottom: '1px solid var(--line)' }}
      {...(isMain && getToneProps('tint'))}
    >
      <Box miw={0}>
        <Text size="sm" c={isMain ? undefined : 'dimmed'}>
          {label}
        </Text>
        <Text
          fw={isMain ? 700 : 500}
          fz={isMain ? 18 : 16}
          className="tabular"
          style={{ overflowWrap: 'anywhere' }}
        >
          {value}
        </Text>
        <Text size="sm" role="status">
          {state === 'failed' && text.copyFailed}
        </Text>
      </Box>
      {isMain ? (
        <Button
          flex="none"
          h={44}
          leftSection={<Icon size={18} aria-hidden />}
          aria-label={name}
          onClick={copyPaymentDetail}
        >
          {isCopied ? text.copied : text.copy}
        </Button>
      ) : (
        <ActionIcon
          flex="none"
          size={44}
          variant="subtle"
          color="gray"
          aria-label={name}
          title={name}
          onClick={copyPaymentDetail}
        >
          <Icon size={20} aria-hidden />
        </ActionIcon>
      )}
    </Flex>
  )
}
