import { IsInt, IsOptional, Max, Min } from 'class-validator';

export const reconciledDays = 7;
export const reconciledDaysMax = 366;
/** What is younger may be under way at one side. */
export const underWayMinutes = 60;
const underWayMinutesMax = 1_440;

const days = { message: `Please ask for 1 to ${reconciledDaysMax} days` };
const minutes = { message: `Please give 0 to ${underWayMinutesMax} minutes` };

/** What an operator may ask of a reconciliation. */
export class ReconcileForm {
  @IsOptional()
  @IsInt(days)
  @Min(1, days)
  @Max(reconciledDaysMax, days)
  days?: number = reconciledDays;

  @IsOptional()
  @IsInt(minutes)
  @Min(0, minutes)
  @Max(underWayMinutesMax, minutes)
  under_way_minutes?: number = underWayMinutes;
}
