import { IsInt, IsOptional, Max, Min } from 'class-validator';

export const reconciledDays = 7;
export const reconciledDaysMax = 366;
/** Anything more recent may still be under way on one side. */
export const underWayMinutes = 60;
const underWayMinutesMax = 1_440;

const days = { message: `Please choose 1 to ${reconciledDaysMax} days` };
const minutes = { message: `Please choose 0 to ${underWayMinutesMax} minutes` };

/** The options of a reconciliation. */
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
