! The Fortran bindings meet the drop-in. F08: by `use mpi_f08`, else by `use mpi`.
module composition
  implicit none
contains
  ! x -> a x + b, composed: associative, not commutative.
  subroutine compose(left, right, n, type)
#ifdef F08
    use mpi_f08
    use, intrinsic :: iso_c_binding
    type(c_ptr), value :: left, right
    integer :: n
    type(MPI_Datatype) :: type
    integer, pointer :: l(:), r(:)
    call c_f_pointer(left, l, [2 * n])
    call c_f_pointer(right, r, [2 * n])
    call compose_pairs(l, r, n)
#else
    integer :: n, type
    integer :: left(2 * n), right(2 * n)
    call compose_pairs(left, right, n)
#endif
  end subroutine

  subroutine compose_pairs(left, right, n)
    integer, intent(in) :: n, left(2 * n)
    integer, intent(inout) :: right(2 * n)
    integer :: i
    do i = 1, 2 * n, 2
      right(i + 1) = right(i + 1) + left(i + 1) * right(i)
      right(i) = left(i) * right(i)
    end do
  end subroutine
end module

program fortran
  use composition
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer :: rank, p, error, provided, i, sum_of_ranks, value(2), result(2), expected(2)
  integer, allocatable :: blocks(:), counts(:), places(:)
#ifdef F08
  type(MPI_Op) :: op
#else
  integer :: op
#endif

  call MPI_Init_thread(MPI_THREAD_SINGLE, provided, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, p, error)

  call MPI_Allreduce(rank, sum_of_ranks, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call expect(sum_of_ranks == p * (p - 1) / 2, 'allreduce')
  value = [rank, -rank]
  call MPI_Allreduce(MPI_IN_PLACE, value, 2, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, error)
  call expect(all(value == [p - 1, 0]), 'allreduce in place')

  call MPI_Op_create(compose, .false., op, error)
  value = [2, rank]
  expected = [1, 0]
  do i = 0, p - 1  ! in the order of the ranks: rank i's after those before
    expected = [2 * expected(1), i + expected(2) * 2]
  end do
  call MPI_Allreduce(value, result, 1, MPI_2INTEGER, op, MPI_COMM_WORLD, error)
  call expect(all(result == expected), 'allreduce by a function that does not commute')
  call MPI_Op_free(op, error)

  allocate(blocks(p), counts(p), places(p))
  blocks = -1
  blocks(rank + 1) = rank
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, blocks, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  call expect(all(blocks == [(i, i = 0, p - 1)]), 'allgather in place')
  counts = 1
  places = [(p - i, i = 1, p)]
  call MPI_Gatherv(rank, 1, MPI_INTEGER, blocks, counts, places, MPI_INTEGER, 0, MPI_COMM_WORLD, error)
  if (rank == 0) call expect(all(blocks == [(p - i, i = 1, p)]), 'gatherv')

  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
  call MPI_Bcast(rank, 1, MPI_INTEGER, p, MPI_COMM_WORLD, error)
  call expect(error /= MPI_SUCCESS, 'the error of a wrong root')
#ifdef F08
  call MPI_Barrier(MPI_COMM_WORLD)
#else
  call MPI_Barrier(MPI_COMM_WORLD, error)
#endif
  call MPI_Finalize(error)

contains

  subroutine expect(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    print *, 'wrong: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, error)
  end subroutine
end program
