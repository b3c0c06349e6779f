import { Box, Button, Card, Group, Title } from '@mantine/core'
import { IconChecklist, IconListCheck, IconReceipt2, IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '#shared/contracts/dashboard/dashboard.schemas.ts'
import { formatMoney } from '#shared/money/money.ts'
import { dashboardText, homeText as text } from '#texts/dashboard.ts'
import { formatDayAndMonth } from '#web/lib/format/format.ts'
import { ListRowIcon } from './ListRowIcon.tsx'

type OpenFee = Dashboard['openFees'][number]
type Vote = Dashboard['votes'][number]
type TaskData = Pick<Dashboard, 'votes' | 'openFees' | 'waitingSlips' | 'pendingApprovals'>

function describeFeeTask({ outstanding, currency, dueOn, isOverdue, hasWaitingSlip }: OpenFee): string {
  const amount = formatMoney({ amount: outstanding, currency })
  if (hasWaitingSlip) return text.feeChecking({ amount })
  return isOverdue ? text.feeOverdue({ amount }) : text.feeLine({ amount, day: formatDayAndMonth(dueOn) })
}

interface Task {
  key: string
  icon: ReactNode
  title: string
  line: string
  /** Link to the screen on which the user does the task, such as voting. */
  link: (props: object) => ReactNode
  button: string
  label: string
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true }

/** Returns the texts of a voting task: what the user should do, and the label of its button. */
const getVoteTaskTexts = (kind: Vote['kind']): Pick<Task, 'line' | 'button'> => {
  if (kind === 'enrolment') return { line: dashboardText.enrolmentOpen, button: dashboardText.enrol }
  if (kind === 'publication') return { line: dashboardText.resultReady, button: dashboardText.seeResult }
  return { line: dashboardText.voteOpen, button: dashboardText.vote }
}

function buildVoteTask({ kind, id, title }: Vote): Task {
  const texts = getVoteTaskTexts(kind)
  return {
    ...texts,
    key: `${kind} ${id}`,
    icon: <IconChecklist {...icon} />,
    title,
    link: props => (
      <Link
        to={kind === 'motion' ? '/motions/$id' : '/elections/$id'}
        params={{ id: String(id) }}
        {...props}
      />
    ),
    label: `${texts.button}: ${title}`,
  }
}

function listMemberTasks({ votes, openFees, waitingSlips, pendingApprovals }: TaskData): Task[] {
  const approvals: Task = {
    key: 'approvals',
    icon: <IconUserCheck {...icon} />,
    title: text.applications,
    line: text.applicationsWaiting({ count: pendingApprovals ?? 0 }),
    link: props => <Link to="/member-approval" {...props} />,
    button: text.review,
    label: text.reviewApplications,
  }
  const slips: Task = {
    key: 'slips',
    icon: <IconListCheck {...icon} />,
    title: text.slips,
    line: text.slipsWaiting({ count: waitingSlips }),
    link: props => <Link to="/fees/slips" {...props} />,
    button: text.checkSlips,
    label: text.checkSlips,
  }
  const fees = openFees.map(fee => ({
    key: String(fee.id),
    icon: <IconReceipt2 {...icon} />,
    title: fee.planName,
    line: describeFeeTask(fee),
    link: (props: object) => <Link to="/fees/pay/$id" params={{ id: String(fee.id) }} {...props} />,
    button: text.pay,
    label: text.payFee({ name: fee.planName }),
  }))
  return [
    ...(pendingApprovals ? [approvals] : []),
    ...votes.map(buildVoteTask),
    ...(waitingSlips > 0 ? [slips] : []),
    ...fees,
  ]
}

/**
 * Lists the user's open tasks: applications to review as an approver, elections and motions, payment slips to review as
 * a treasurer, and own unpaid fees. Renders nothing if there are none.
 */
export function MemberTaskList({ data, mb }: { data: TaskData; mb?: number }) {
  const tasks = listMemberTasks(data)
  if (tasks.length === 0) return null
  return (
    <Box component="section" mb={mb} aria-label={text.tasks}>
      <Title order={2} size="h4" mb={10}>
        {text.tasks}
      </Title>
      <Card padding={0}>
        <Box component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {tasks.map((task, index) => (
            <Group
              key={task.key}
              component="li"
              wrap="nowrap"
              gap={12}
              px={14}
              py={12}
              style={index > 0 ? { borderTop: '1px solid var(--line)' } : undefined}
            >
              <ListRowIcon tone="warn">{task.icon}</ListRowIcon>
              <Box component="span" flex={1} miw={0}>
                <Box
                  component="span"
                  display="block"
                  fz={15}
                  fw={600}
                  lh={1.3}
                  style={{ overflowWrap: 'anywhere', textWrap: 'balance' }}
                >
                  {task.title}
                </Box>
                <Box component="span" display="block" fz={13} c="dimmed">
                  {task.line}
                </Box>
              </Box>
              <Button
                variant="light"
                px={{ base: 10, sm: 14 }}
                aria-label={task.label}
                renderRoot={task.link}
              >
                {task.button}
              </Button>
            </Group>
          ))}
        </Box>
      </Card>
    </Box>
  )
}
