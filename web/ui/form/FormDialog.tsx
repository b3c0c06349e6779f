import { Box, Flex, Group, Modal, type ModalProps, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { commonText } from '#texts/common.ts'
import { useIsPhone } from '#web/lib/device/use-is-phone.ts'
import { useVisibleAreaAboveKeyboard } from '#web/lib/device/use-visible-area-above-keyboard.ts'
import { openConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'

interface FrameProps extends Pick<ModalProps, 'size' | 'returnFocus'> {
  title: string
  /** Whether the dialog has so few fields that it need not fill the screen of a phone. */
  isShort?: boolean
  /**
   * Whether Escape and the close button close the dialog without a question about typed values. Set while the dialog runs
   * a task that closing cancels.
   */
  isClosedAtOnce?: boolean
  onClose: () => void
  children: ReactNode
}

interface FormProps {
  /** Form element in the dialog's content that the dialog's button submits. */
  form?: RefObject<HTMLFormElement | null>
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** Buttons of the dialog, which stay visible while the fields scroll. */
  footer?: ReactNode
  /** Sentence above the buttons of a dialog, for example the reason why saving is disabled. */
  note?: ReactNode
  /** Number of columns of fields on tablets and wider screens. A phone has one column. */
  template?: string
  children: ReactNode
}

/** Shadow above a dialog's footer, visible only while some fields are hidden below the scrolled area. */
const scrollShade = [
  'linear-gradient(var(--mantine-color-body), var(--mantine-color-body)) bottom / 100% 16px no-repeat local',
  'linear-gradient(transparent, var(--line)) bottom / 100% 16px no-repeat scroll',
].join()

const column = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const

/** Scrolls the focused field back into view when an on-screen keyboard has changed the height of the dialog. */
function useVisibleFocus(height: number | undefined) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { activeElement } = document
    if (height && content.current?.contains(activeElement))
      activeElement?.scrollIntoView({ block: 'nearest' })
  }, [height])
  return content
}

/**
 * Closes a dialog by Escape or its close button. Asks first when the user has typed something in it, unless it is closed
 * at once.
 */
function useConfirmDiscardOnClose(onClose: () => void, isClosedAtOnce: boolean) {
  const hasTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  const closeOrAskToDiscard = () => {
    if (isClosedAtOnce || !hasTyped.current) return onClose()
    setAsking(true)
    openConfirmDialog({
      ...commonText.discard,
      isDangerous: true,
      onConfirm: onClose,
      onClose: () => setAsking(false),
    })
  }
  const noteInput = () => {
    hasTyped.current = true
  }
  return { isAsking, close: closeOrAskToDiscard, noteInput }
}

/**
 * Frame of a dialog with fields: full-screen on phones, as high as its content on desktops. Above an on-screen keyboard
 * the dialog shrinks, so that the keyboard covers neither the focused field nor the footer.
 */
export function FormDialogFrame({
  isShort = false,
  isClosedAtOnce = isShort,
  onClose,
  children,
  ...props
}: FrameProps) {
  const isPhone = useIsPhone()
  const area = useVisibleAreaAboveKeyboard()
  const content = useVisibleFocus(area?.height)
  const { isAsking, close, noteInput } = useConfirmDiscardOnClose(onClose, isClosedAtOnce)
  const maxHeight = area && { maxHeight: area.height, height: isShort ? 'auto' : area.height }
  return (
    <Modal
      {...props}
      opened
      onClose={close}
      // While the dialog asks whether to discard the input, Escape closes only that question.
      closeOnEscape={!isAsking}
      fullScreen={isPhone && !isShort}
      // Clicking outside a dialog with a long form does not close it, because the typed text would be lost.
      closeOnClickOutside={isShort}
      styles={{
        title: { fontWeight: 700, lineHeight: 1.3, overflowWrap: 'anywhere' },
        inner: area && { top: area.top, bottom: 'auto', height: area.height },
        content: { ...column, overflow: 'hidden', ...maxHeight },
        header: { flex: 'none' },
        body: { ...column, flex: 1, padding: 0 },
      }}
    >
      <Flex ref={content} direction="column" flex={1} mih={0} onInput={noteInput}>
        {children}
      </Flex>
    </Modal>
  )
}

function FormDialogFooter({ note, children }: { note: ReactNode; children: ReactNode }) {
  const isPhone = useIsPhone()
  return (
    <Box
      flex="none"
      px="md"
      pt={12}
      pb="max(12px, env(safe-area-inset-bottom))"
      style={{ borderTop: '1px solid var(--line)' }}
      data-footer
    >
      {note && (
        <Text size="sm" c="dimmed" mb={8} aria-live="polite">
          {note}
        </Text>
      )}
      <Group gap="sm" justify="flex-end" grow={isPhone} preventGrowOverflow={false}>
        {children}
      </Group>
    </Box>
  )
}

/** Content of a `DialogFrame`: fields that scroll, and a footer that does not scroll. */
export function FormDialogContent({ form, onSubmit, footer, note, template, children }: FormProps) {
  const [isScrolled, setScrolled] = useState(false)
  const content = (
    <>
      <Box
        flex={1}
        mih={0}
        px="md"
        pt={4}
        pb="md"
        style={{
          overflowY: 'auto',
          scrollPadding: 16,
          background: scrollShade,
          borderTop: `1px solid ${isScrolled ? 'var(--line)' : 'transparent'}`,
        }}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop > 0)}
      >
        <Columns template={{ xs: template }} gap={16} align="start">
          {children}
        </Columns>
      </Box>
      {footer && <FormDialogFooter note={note}>{footer}</FormDialogFooter>}
    </>
  )
  if (!onSubmit) return content
  return (
    <form ref={form} noValidate onSubmit={onSubmit} style={{ ...column, flex: 1 }}>
      {content}
    </form>
  )
}

/** Heading of a group of fields in a long form. */
export function FormSection({ title }: { title: string }) {
  return (
    <Title order={3} size="h5" pt={16} style={{ gridColumn: '1 / -1', borderTop: '1px solid var(--line)' }}>
      {title}
    </Title>
  )
}

/** Dialog with one form, or with fields that are saved by a button in the footer. */
export function FormDialog({ title, size, isShort, returnFocus, onClose, ...form }: FrameProps & FormProps) {
  return (
    <FormDialogFrame title={title} size={size} isShort={isShort} returnFocus={returnFocus} onClose={onClose}>
      <FormDialogContent {...form} />
    </FormDialogFrame>
  )
}
