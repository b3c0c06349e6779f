import { Box, Button, Card, Flex, Group } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { dashboardText as text } from '#texts/dashboard.ts'

/** Returns what an election or motion waits for, and the label of the button that leads to it. */
function getTexts({ kind, title }: Dashboard['votes'][number]): [sentence: string, button: string] {
  if (kind === 'enrolment') return [text.enrolmentTitle({ title }), text.enrolNow]
  if (kind === 'publication') return [text.publicationTitle({ title }), text.publishNow]
  return [text.voteTitle({ title }), text.voteNow]
}

/** Elections and motions that wait for the user, at the top of the dashboard. */
export function OpenElectionsAndMotions({ votes }: Pick<Dashboard, 'votes'>) {
  if (votes.length === 0) return null
  return (
    <Flex component="ul" direction="column" gap={12} mb={16} aria-label={text.openVotes}>
      {votes.map(vote => {
        const { kind, id } = vote
        const [sentence, button] = getTexts(vote)
        return (
          <Card key={`${kind} ${id}`} component="li" py={14} px={18} style={{ overflowWrap: 'anywhere' }}>
            <Group gap={14}>
              <IconChecklist size={22} stroke={1.7} color="var(--kite)" aria-hidden />
              <Box component="span" flex="1 1 200px" miw={0} fw={600}>
                {sentence}
              </Box>
              <Button
                renderRoot={props => (
                  <Link
                    to={kind === 'motion' ? '/motions/$id' : '/elections/$id'}
                    params={{ id: String(id) }}
                    {...props}
                  />
                )}
              >
                {button}
              </Button>
            </Group>
          </Card>
        )
      })}
    </Flex>
  )
}
