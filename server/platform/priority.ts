import { constants, getPriority, setPriority } from 'node:os'

const low = constants.priority.PRIORITY_BELOW_NORMAL

/**
 * Puts what nobody waits for on a screen behind what somebody does. A tenth of what others get is left to it, so that it ends on a busy machine, too.
 * @param pid a process; 0 for this one, which on Linux is the calling thread alone (setpriority(2))
 */
export const giveWay = (pid = 0): void => setPriority(pid, Math.max(low, getPriority()))
