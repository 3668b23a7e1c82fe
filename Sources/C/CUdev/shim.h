#pragma once
#include <libudev.h>
#include <sys/epoll.h> /* Glibc's module in Swift leaves it out */
