import '@mantine/core/styles/Kbd.css'
import { Box, Button, Flex, Kbd } from '@mantine/core'
import { queueText as text } from '#texts/approval-queue.ts'
import { queuePageSize } from '#web/features/users/users.api.ts'
import { PaginationButtons } from '#web/ui/list/PaginationButtons.tsx'

/** Paging buttons and keyboard hints below the list of pending applicants. */
export function ApplicantListPagerAndKeyboardHints({
  page,
  remaining = 0,
  isCapped,
  onPage,
  onHelp,
}: {
  page: number
  /** Number of applicants without a decision. If one page shows all, there are no paging buttons. */
  remaining: number | undefined
  isCapped: boolean | undefined
  onPage: (page: number) => void
  onHelp: () => void
}) {
  return (
    <Box pt={4} pb={10} px={16} style={{ borderTop: '1px solid var(--line)' }}>
      <PaginationButtons
        list={text.title}
        page={page}
        pageSize={queuePageSize}
        total={remaining > queuePageSize ? remaining : 0}
        isCapped={isCapped}
        isNarrow
        onChange={onPage}
      />
      <Flex component="span" wrap="wrap" gap={6} align="center" mt={6} fz={13} c="dimmed">
        <Kbd>J</Kbd> <Kbd>K</Kbd> {text.move}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onHelp}>
          <Kbd mr={6}>?</Kbd> {text.keys}
        </Button>
      </Flex>
    </Box>
  )
}
