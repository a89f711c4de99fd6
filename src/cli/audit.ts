import { Command } from 'commander'
import { showCommand } from './audit/show.ts'
import { verifyCommand } from './audit/verify.ts'

/** `surehand audit` */
export const command = (): Command =>
  new Command('audit')
    .description('look at the record of everything that was done, and see that nobody changed it')
    .addCommand(verifyCommand())
    .addCommand(showCommand())
