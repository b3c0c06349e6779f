import { Code, type CodeProps } from '@mantine/core'

/** Breaks a code (groups of characters separated by spaces) into lines of `groupsPerLine` groups. */
const breakIntoLines = (code: string, groupsPerLine: number) =>
  code
    .split(' ')
    .map((group, index, { length }) =>
      index === length - 1 ? group : `${group}${(index + 1) % groupsPerLine === 0 ? '\n' : ' '}`,
    )
    .join('')

/**
 * Block with a code that people copy, compare or read aloud. A code in groups has as many groups in each line as fit on
 * a phone.
 */
export function CopyableCodeBlock({
  groupsPerLine = Number.POSITIVE_INFINITY,
  children,
  ...props
}: CodeProps & { groupsPerLine?: number; children: string }) {
  return (
    <Code
      block
      w="fit-content"
      maw="100%"
      fz={15}
      lh={1.6}
      bg="var(--page)"
      bd="1px solid var(--line)"
      {...props}
    >
      {breakIntoLines(children, groupsPerLine)}
    </Code>
  )
}
